export default {
  components: 'Parts of pages',
  code: { title: 'Code' },
  deep: { title: 'Deeper', display: 'children' },
}
