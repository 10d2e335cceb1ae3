export { createLinkMode, type LinkMode, type LinkModeOptions } from '../link/createLinkMode.js'
