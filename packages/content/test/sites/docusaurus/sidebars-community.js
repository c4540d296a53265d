const more = () => ['team']

export default {
  community: ['welcome', { type: 'category', label: 'People', items: [...more()] }],
}
