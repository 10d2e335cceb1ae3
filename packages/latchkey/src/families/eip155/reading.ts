/** What is read from the chain for transfers, fetched with the first of them. */

export { readBalance } from './erc20.js'
export { estimateFee } from './estimateFee.js'
export { findTransaction, followTransaction } from './followTransaction.js'
