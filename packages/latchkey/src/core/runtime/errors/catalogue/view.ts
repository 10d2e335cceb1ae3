/** Texts of `view.ts`. */

export const unknownView = (view: string, views: readonly string[]) =>
  `There is no view \`${view}\`. The views are ${views.join(', ')}`
export const viewUnavailable = (view: string, option: string) =>
  `The view \`${view}\` is not available, because \`${option}\` is off or not set`
