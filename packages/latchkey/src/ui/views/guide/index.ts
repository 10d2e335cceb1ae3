export { DownloadsView, GetWalletView } from './GetWalletView.js'
export { WhatIsANetworkView, WhatIsAWalletView } from './WhatIsView.js'
