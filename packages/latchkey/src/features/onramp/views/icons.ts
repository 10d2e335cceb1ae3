export { CardIcon, ExchangeIcon as BankIcon } from '../../../ui/icons/lazyIcons.js'
