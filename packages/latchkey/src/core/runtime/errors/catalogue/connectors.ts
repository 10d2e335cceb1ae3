/** Texts of `connectors.ts`. */

export const popupBlocked = (name: string) =>
  `The browser did not let ${name} open its window. Allow pop-ups for this site and try again`
export const openerPolicy = (name: string) =>
  `This site cuts ${name} off from its own window. It has to allow pop-ups in its opener policy`
export const packageMissing = (name: string, packageName: string) =>
  `${name} needs the package ${packageName}, which is not installed or could not be loaded`
export const signedOnChain =
  'This Safe signs with a transaction. It is done once its owners have executed it'
