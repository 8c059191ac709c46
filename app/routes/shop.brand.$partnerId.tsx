export { default, ErrorBoundary, loader, meta } from './brand.$partnerId.tsx'
