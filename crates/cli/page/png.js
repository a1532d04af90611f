// Writes the size on paper into a PNG file: the chunk pHYs, in dots per metre.

const HEAD = 33;

/** Returns the checksum of a chunk, computed bit by bit because a chunk has only 13 bytes. */
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** Inserts the chunk pHYs after the header of a file. */
export function physical(png, dotsPerInch) {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  const dots = Math.round(dotsPerInch / 0.0254);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  view.setUint32(8, dots);
  view.setUint32(12, dots);
  chunk[16] = 1;
  view.setUint32(17, crc(chunk.subarray(4, 17)));
  return new Blob([png.subarray(0, HEAD), chunk, png.subarray(HEAD)], { type: 'image/png' });
}
