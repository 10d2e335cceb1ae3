export { eip155 } from '../families/eip155/index.js'
