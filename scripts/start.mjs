// `npm start`: the demo site; `npm start -- FILE|URL…`: the user's own pages. Standard input is never waited for unless
// it is asked for with `-`, so that the demo also runs where something empty is piped in.
if (process.argv.length === 2) process.argv.push('demo');
await import('../packages/dehusk/dist/cli/main.js');
