project = "Tidepool"
version = "2.4"
release = "2.4.1"
extensions = ["sphinx.ext.extlinks", "sphinx.ext.ifconfig", "sphinx_design", "sphinx_tabs.tabs"]
extlinks = {"issue": ("https://example.com/issues/%s", "issue %s")}
exclude_patterns = ["snippets", "drafts"]
html_theme = "furo"
edition = "community"
rst_prolog = """
.. |product| replace:: Tidepool
"""
rst_epilog = """
.. _Tide tables: https://example.com/tables
"""


def setup(app):
    app.add_config_value("edition", "", "env")
    app.tags.add("public")
