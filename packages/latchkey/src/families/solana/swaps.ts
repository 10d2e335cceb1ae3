export { checkSwap } from './checkSwap.js'
export { sendSwap } from './sendSwap.js'
