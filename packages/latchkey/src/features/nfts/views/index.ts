export { NftsTab } from './NftsTab.js'
export { NftView } from './NftView.js'
export { nftsCss as styles } from './nfts.css.js'
