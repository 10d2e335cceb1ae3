export { type CoinbaseOptions, coinbase } from '../connectors/coinbase/index.js'
