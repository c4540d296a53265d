module.exports = (type) => type === 'external'
