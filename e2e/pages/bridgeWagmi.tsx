import * as wagmi from 'wagmi'
import { openHookShop } from './bridgeHooks.js'

openHookShop(wagmi)
