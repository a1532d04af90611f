use crate::perfect::weave::Kind;

/// Reorders packets, given from the top down, to the order in which they fall.
pub(super) fn in_falling_order<P>(kind: Kind, mut packets: Vec<P>) -> Vec<P> {
    if kind == Kind::In {
        packets.reverse();
    }
    packets
}
