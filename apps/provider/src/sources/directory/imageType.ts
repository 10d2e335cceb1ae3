/** The MIME type by the first bytes; undefined for anything but PNG, JPEG and WebP. */
export function getImageType(bytes: Uint8Array): string | undefined {
  if (begins(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (begins(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  const isRiff = begins(bytes, 0, [0x52, 0x49, 0x46, 0x46])
  return isRiff && begins(bytes, 8, [0x57, 0x45, 0x42, 0x50]) ? 'image/webp' : undefined
}

function begins(bytes: Uint8Array, at: number, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte)
}
