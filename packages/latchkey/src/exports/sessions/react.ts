export * from '../../sessions/react/hooks.js'
