export { DownloadsView } from './DownloadsView.js'
export { GetWalletView } from './GetWalletView.js'
export { WhatIsANetworkView } from './WhatIsANetworkView.js'
export { WhatIsAWalletView } from './WhatIsAWalletView.js'
