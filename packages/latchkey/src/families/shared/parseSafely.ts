/** Undefined even for garbage that throws: in-page answers can be objects whose traps do. */
export function parseSafely<value>(
  parse: (answer: unknown) => value | undefined,
  answer: unknown,
): value | undefined {
  try {
    return parse(answer)
  } catch {
    return undefined
  }
}
