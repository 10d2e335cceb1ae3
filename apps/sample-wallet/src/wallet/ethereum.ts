import { installWallets } from './install.js'

// Most pages need no other family, and a smaller script loads faster.
installWallets(() => [])
