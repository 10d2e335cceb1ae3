/**
 * Whose things are kept together: those of one project on one site. A login on one site is none on
 * another, even where the browser would show both frames the same storage.
 */
export function scopeOf(projectId: string, origin: string): string {
  return [projectId, origin].map(encodeURIComponent).join(' ')
}
