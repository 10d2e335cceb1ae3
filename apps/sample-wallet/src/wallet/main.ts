import { createFamilies } from '../families/index.js'
import { installWallets } from './install.js'

installWallets(createFamilies)
