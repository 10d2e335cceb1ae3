import { buttonCss } from '@latchkey/parts/button.css'
import { linkCss } from '@latchkey/parts/link.css'
import { listRowCss } from '@latchkey/parts/listRow.css'
import { resetCss } from '@latchkey/parts/reset.css'
import { spinnerCss } from '@latchkey/parts/spinner.css'
import { partsCss } from '../parts/parts.css.js'
import { baseCss, shellCss } from '../shell/shell.css.js'

/** Styles of the shell and the first view. The theme's tokens change, so they have their own sheet. */
export const styles = [
  resetCss,
  baseCss,
  shellCss,
  spinnerCss,
  buttonCss,
  listRowCss,
  linkCss,
  partsCss,
].join('')
