/** Texts of `names.ts`, word for word as the specification (§8) has them. */

export const nameFailed = {
  resolve: 'Error resolving name',
  suggest: 'Error fetching name suggestions',
  register: 'Error registering name',
} as const
