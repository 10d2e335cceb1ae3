/** Texts of `interface.ts`; word for word where the specification (§8) fixes them. */

export const loadFailed =
  'A part of the wallet window could not be loaded. Check the connection and try again'
export const unexpected = 'Something went wrong'
