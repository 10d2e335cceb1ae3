import { installWallets } from './install.js'

// Most pages need no other family, and a script of half the size is run in half the time.
installWallets(() => [])
