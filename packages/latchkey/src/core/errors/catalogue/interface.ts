/** Texts of `interface.ts`; word for word where the specification (§8) fixes them. */

export const loadFailed =
  'A part of the wallet window could not be loaded. Check the connection and try again'
export const unexpected = 'Something went wrong'
export const unknownView = (view: string, views: readonly string[]) =>
  `There is no view \`${view}\`. The views are ${views.join(', ')}`
export const viewUnavailable = (view: string, option: string) =>
  `The view \`${view}\` is not available, because \`${option}\` is off or not set`
