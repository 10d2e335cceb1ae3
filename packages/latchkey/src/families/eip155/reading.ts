/** What is read from the chain for transfers, fetched with the first of them. */
export { estimateFee } from './estimateFee.js'
export { findTransaction } from './findTransaction.js'
export { followTransaction } from './followTransaction.js'
export { readBalance } from './readBalance.js'
