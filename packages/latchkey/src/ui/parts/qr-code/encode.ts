import encode from 'qr'

/** A square of modules, row by row; true is dark. */
export type QrMatrix = readonly (readonly boolean[])[]

/** The smallest code that holds the text, without a quiet zone. */
export function encodeQr(text: string, correction: 'medium' | 'quartile'): QrMatrix {
  // The library adds a border of at least one module.
  const rows = encode(text, 'raw', { ecc: correction, border: 1 })
  return rows.slice(1, -1).map((row) => row.slice(1, -1))
}
