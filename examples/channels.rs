//! Perfect shuffles without cards: channels, and arrays of structures, woven and unwoven in place.
//!
//! A structure of arrays keeps all x, then all y; an array of structures keeps x and y of each
//! point together. The second is the out-shuffle of the first, and so are frames or pixels that of
//! planes of sound or colour. No second buffer is needed.

use faro::perfect::{unweave, unweave_packets, weave, weave_packets};
use faro::{Error, Kind};

/// Two channels of sound, one behind the other, become frames, and channels again.
fn stereo() {
    let left = (0..480_000).map(|frame| (frame as f32 / 8.0).sin());
    let right = (0..480_000).map(|frame| (frame as f32 / 9.0).sin());
    let planar: Vec<f32> = left.chain(right).collect();

    let mut samples = planar.clone();
    weave(Kind::Out, &mut samples);
    let (frames, _) = samples.as_chunks::<2>();
    assert!(
        frames.iter().enumerate().all(|(index, frame)| *frame == [planar[index], planar[480_000 + index]])
    );
    println!("{} stereo frames", frames.len());

    unweave(Kind::Out, &mut samples);
    assert_eq!(samples, planar);
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Particle {
    mass: f64,
    x: f64,
    y: f64,
    z: f64,
}

/// The layout for a simulation: all masses, then all x, all y, all z.
fn structure_of_arrays(particles: &[Particle]) -> Result<Vec<f64>, Error> {
    let mut fields: Vec<f64> = particles.iter().flat_map(|p| [p.mass, p.x, p.y, p.z]).collect();
    unweave_packets(Kind::Out, 4, &mut fields)?;
    Ok(fields)
}

/// And back: the fields are woven in place, and read as structures.
fn array_of_structures(mut fields: Vec<f64>) -> Result<Vec<Particle>, Error> {
    weave_packets(Kind::Out, 4, &mut fields)?;
    let (rows, _) = fields.as_chunks();
    Ok(rows.iter().map(|&[mass, x, y, z]| Particle { mass, x, y, z }).collect())
}

fn main() -> Result<(), Error> {
    stereo();

    let orbit = |index: u32| (f64::from(index) / 1000.0).sin_cos();
    let particle = |index| Particle { mass: 1.0, x: orbit(index).1, y: orbit(index).0, z: index.into() };
    let particles: Vec<Particle> = (0..100_000).map(particle).collect();
    let fields = structure_of_arrays(&particles)?;
    let (masses, places) = fields.split_at(particles.len());
    println!("total mass {}, highest place {}", masses.iter().sum::<f64>(), places[places.len() - 1]);
    assert_eq!(array_of_structures(fields)?, particles);
    Ok(())
}
