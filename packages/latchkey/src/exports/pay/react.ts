export * from '../../pay/react/hooks.js'
