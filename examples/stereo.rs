//! Interleaving channels is a perfect shuffle.
//!
//! A planar buffer holds all left samples, then all right ones; a sound card wants them in turn.
//! Two packets, dropped one card each, left first: the out-shuffle. It needs no second buffer. Six
//! packets are 5.1 sound. The inverse shuffle separates the channels.

use faro::perfect::{unweave, weave};
use faro::{Kind, Weave};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A rising tone on the left, the same falling on the right.
    let tone = |frame: u32| (frame as f32 / 8.0).sin();
    let left: Vec<f32> = (0..480).map(tone).collect();
    let right: Vec<f32> = (0..480).rev().map(tone).collect();
    let planar = [left.clone(), right.clone()].concat();

    let mut frames = planar.clone();
    weave(Kind::Out, &mut frames);
    for (index, frame) in frames.chunks(2).enumerate() {
        assert_eq!(frame, [left[index], right[index]]);
    }
    println!("{} stereo frames woven and taken apart", frames.len() / 2);
    unweave(Kind::Out, &mut frames);
    assert_eq!(frames, planar);

    let surround: Vec<f32> = (0..6 * 480u32)
        .map(|sample| (sample / 480) as f32)
        .collect();
    let frames = Weave::with_packets(Kind::Out, surround.len(), 6u32)?
        .to_permutation()?
        .apply(&surround);
    assert_eq!(frames[..6], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    println!(
        "{} frames of 5.1 sound: {:?} …",
        frames.len() / 6,
        &frames[..6]
    );
    Ok(())
}
