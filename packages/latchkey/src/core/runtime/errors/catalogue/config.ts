/** Texts of `config.ts`; word for word where the specification (§8) fixes them. */

export const bothSignIns = 'Cannot set both `siweConfig` and `siwx` options'
export const badOption = (option: string, problem: string) => `Option \`${option}\` ${problem}`
export const destroyed = 'This widget was destroyed'
export const notCreated = (hook: string) => `Call \`createLatchkey\` before using \`${hook}\``
export const serverComponent = (call: string) =>
  `\`${call}\` was called in a server component. Call it in a file that begins with 'use client', and render that file's component in your layout`
