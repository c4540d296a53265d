import math
import csv


class Model:
    def fit(self, levels):
        # begin
        self.levels = levels
        # end

    def predict(self, hours):
        return self.levels[0] * hours
