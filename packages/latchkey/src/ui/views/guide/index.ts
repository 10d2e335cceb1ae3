export { DownloadsView } from './GetWalletView.js'
export { GetWalletView } from './GetWalletView.js'
export { WhatIsANetworkView } from './WhatIsAWalletView.js'
export { WhatIsAWalletView } from './WhatIsAWalletView.js'
