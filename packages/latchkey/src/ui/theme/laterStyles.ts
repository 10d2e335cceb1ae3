import { checkboxCss } from '@latchkey/parts/checkbox.css'
import { noticeCss } from '@latchkey/parts/notice.css'
import { askLineCss } from '../parts/ask-line/askLine.css.js'
import { avatarCss } from '../parts/avatar/avatar.css.js'
import { connectingRingCss } from '../parts/connecting-ring/connectingRing.css.js'
import { dividerCss } from '../parts/divider/divider.css.js'
import { emptyCss } from '../parts/empty/empty.css.js'
import { fullAddressCss } from '../parts/full-address/fullAddress.css.js'
import { legalCss } from '../parts/legal/legal.css.js'
import { loginMarkCss } from '../parts/login-mark/loginMark.css.js'
import { pullToRefreshCss } from '../parts/pull-to-refresh/pullToRefresh.css.js'
import { qrCodeCss } from '../parts/qr-code/qrCode.css.js'
import { searchInputCss } from '../parts/search-input/searchInput.css.js'
import { switchCss } from '../parts/switch/switch.css.js'
import { tabsCss } from '../parts/tabs/tabs.css.js'
import { virtualGridCss } from '../parts/virtual-grid/virtualGrid.css.js'
import { viewsCss } from '../views/views.css.js'

/** Styles of what only views fetched later use. */
export const laterStyles = [
  askLineCss,
  avatarCss,
  dividerCss,
  noticeCss,
  emptyCss,
  checkboxCss,
  searchInputCss,
  tabsCss,
  switchCss,
  virtualGridCss,
  connectingRingCss,
  qrCodeCss,
  pullToRefreshCss,
  fullAddressCss,
  loginMarkCss,
  legalCss,
  viewsCss,
].join('')
