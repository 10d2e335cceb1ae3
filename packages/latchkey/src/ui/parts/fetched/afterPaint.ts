/** Resolves once what is drawn now has been on the screen: what it can do without comes second. */
export function afterPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
