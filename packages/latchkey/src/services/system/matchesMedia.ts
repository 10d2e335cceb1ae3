/** False where there is no window, or one that cannot tell. */
export function matchesMedia(query: string): boolean {
  return typeof window !== 'undefined' && window.matchMedia?.(query).matches === true
}
