# A shuffle in a language without an adapter: it connects to faro, and answers its requests. See docs/driving.md.
#
#     faro prove --cards 6 --listen game.sock & perl shuffle.pl game.sock
use strict;
use warnings;
use IO::Socket::UNIX;

my (@given, @draws);    # the values that faro names, and the draws of this run

# Draws a number below $bound.
sub below {
    my ($bound) = @_;
    my $value = $given[@draws] // 0;
    die "out-of-range\n"   if $value >= $bound;
    die "too-many-draws\n" if @draws >= 10_000;
    push @draws, "$bound:$value";
    return $value;
}

# The shuffle that is proved.
sub shuffle {
    my ($cards) = @_;
    my @deck = 0 .. $cards - 1;
    for my $i (reverse 1 .. $cards - 1) {
        my $j = below($i + 1);
        @deck[$i, $j] = @deck[$j, $i];
    }
    return @deck;
}

# After `bye` faro expects a new connection, or is gone.
while (my $faro = IO::Socket::UNIX->new(Peer => $ARGV[0])) {
    while (my $line = <$faro>) {
        my ($kind, $id, $cards, @words) = split ' ', $line;
        last if $kind eq 'bye';
        @draws = ();
        @given = grep { /^\d+$/ } @words;
        my @deck = $kind eq 'run' ? eval { shuffle($cards) } : ();
        print $faro $kind eq 'hello' ? "hello 1 perl 1.0 below runs\n" : $@ ? "refuse $id $@" : "ran $id @draws | @deck\n";
        $faro->flush;
    }
}
