import { sizeTokens } from '@latchkey/parts/sizes.css'

/** What holds for the modal alone; the rest is the reset that the login site shares. */
export const baseCss = `
:host { all: initial; display: contents; ${sizeTokens} }
:host([data-embedded]) { display: block }
div.root { display: contents }
a { color: inherit }
img { display: block; flex: none }
`
