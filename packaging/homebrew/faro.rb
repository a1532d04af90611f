# A formula for Homebrew. docs/releasing.md lists what is between two @ signs.
class Faro < Formula
  desc "Card shuffles: exact, simulated, audited, proved and seen"
  homepage "@HOMEPAGE@"
  url "@REPOSITORY@/archive/refs/tags/v@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/cli")
    system "bash", "packaging/files", bin/"faro", prefix
  end

  test do
    assert_equal "8", shell_output("#{bin}/faro order 52 out --quiet").strip
  end
end
