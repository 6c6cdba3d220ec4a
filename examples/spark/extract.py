"""Spark: extracts the records of a text data set with one `dehusk batch -` per partition.

spark-submit extract.py s3a://bucket/pages/*.jsonl.gz s3a://bucket/texts
"""
import sys

from pyspark.sql import SparkSession

source, target = sys.argv[1:3]
spark = SparkSession.builder.appName("dehusk").getOrCreate()
# checkCode: a partition fails, and Spark tries it again, when its process fails. A page without text is no failure.
rows = spark.sparkContext.textFile(source).pipe("dehusk batch - --threads 1 --timeout 2s --quiet", checkCode=True)
rows.saveAsTextFile(target, "org.apache.hadoop.io.compress.GzipCodec")
