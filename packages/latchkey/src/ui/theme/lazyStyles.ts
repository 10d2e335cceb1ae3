import { checkboxCss } from '@latchkey/parts/checkbox.css'
import { noticeCss } from '@latchkey/parts/notice.css'
import { lazyPartsCss } from '../parts/lazyParts.css.js'
import { viewsCss } from '../views/views.css.js'

/** Styles that lazy views share; loaded before the first of them is shown. */
export const lazyStyles = [noticeCss, checkboxCss, lazyPartsCss, viewsCss].join('')
