export { type SafeOptions, safe } from '../connectors/safe/index.js'
