import { buttonCss } from '@latchkey/parts/button.css'
import { linkCss } from '@latchkey/parts/link.css'
import { listRowCss } from '@latchkey/parts/listRow.css'
import { resetCss } from '@latchkey/parts/reset.css'
import { spinnerCss } from '@latchkey/parts/spinner.css'
import { badgeCss } from '../parts/badge/badge.css.js'
import { iconButtonCss } from '../parts/icon-button/iconButton.css.js'
import { skeletonCss } from '../parts/skeleton/skeleton.css.js'
import { stackCss } from '../parts/stack/stack.css.js'
import { pictureCss } from '../parts/wallet-image/picture.css.js'
import { shellCss } from '../shell/shell.css.js'
import { connectCss } from '../views/connect/connect.css.js'
import { baseCss } from './base.css.js'

/** Styles of the shell and of the first view; the theme's tokens change and stand apart. */
export const styles = [
  resetCss,
  baseCss,
  shellCss,
  stackCss,
  spinnerCss,
  buttonCss,
  iconButtonCss,
  pictureCss,
  badgeCss,
  listRowCss,
  linkCss,
  skeletonCss,
  connectCss,
].join('')
