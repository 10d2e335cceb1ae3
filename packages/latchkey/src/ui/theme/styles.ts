import { avatarCss } from '../parts/avatar/avatar.css.js'
import { badgeCss } from '../parts/badge/badge.css.js'
import { buttonCss } from '../parts/button/button.css.js'
import { checkboxCss } from '../parts/checkbox/checkbox.css.js'
import { connectingRingCss } from '../parts/connecting-ring/connectingRing.css.js'
import { dividerCss } from '../parts/divider/divider.css.js'
import { emptyCss } from '../parts/empty/empty.css.js'
import { iconButtonCss } from '../parts/icon-button/iconButton.css.js'
import { linkCss } from '../parts/link/link.css.js'
import { listRowCss } from '../parts/list-row/listRow.css.js'
import { noticeCss } from '../parts/notice/notice.css.js'
import { qrCodeCss } from '../parts/qr-code/qrCode.css.js'
import { searchInputCss } from '../parts/search-input/searchInput.css.js'
import { skeletonCss } from '../parts/skeleton/skeleton.css.js'
import { spinnerCss } from '../parts/spinner/spinner.css.js'
import { stackCss } from '../parts/stack/stack.css.js'
import { tabsCss } from '../parts/tabs/tabs.css.js'
import { pictureCss } from '../parts/wallet-image/picture.css.js'
import { shellCss } from '../shell/shell.css.js'
import { viewsCss } from '../views/views.css.js'
import { baseCss } from './base.css.js'

/** All styles but the theme's tokens, which change while the modal lives. */
export const styles = [
  baseCss,
  shellCss,
  stackCss,
  spinnerCss,
  buttonCss,
  iconButtonCss,
  pictureCss,
  avatarCss,
  badgeCss,
  listRowCss,
  linkCss,
  dividerCss,
  noticeCss,
  emptyCss,
  skeletonCss,
  searchInputCss,
  checkboxCss,
  tabsCss,
  connectingRingCss,
  qrCodeCss,
  viewsCss,
].join('')
